// SPDX-License-Identifier: Apache-2.0
// A CRI server that does nothing, in bare grpc-js: its answers are bytes made before the first call.
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';

const containers = Array.from({ length: 500 }, (_unused, at) => ({
  id: at.toString(16).padStart(64, '0'),
  pod_sandbox_id: (at >> 2).toString(16).padStart(64, 'a'),
  metadata: { name: `container-${at}`, attempt: at % 3 },
  image: {
    image: `registry.test/some/image-${at % 20}:v1`,
    user_specified_image: `registry.test/some/image-${at % 20}:v1`,
  },
  image_ref: `sha256:${at.toString(16).padStart(64, 'b')}`,
  image_id: `sha256:${at.toString(16).padStart(64, 'b')}`,
  state: 'CONTAINER_RUNNING',
  created_at: String(1_763_000_000_000_000_000n + BigInt(at)),
  labels: {
    'io.kubernetes.container.name': `container-${at}`,
    'io.kubernetes.pod.name': `pod-${at >> 2}`,
    'io.kubernetes.pod.namespace': 'criprobe',
    'io.kubernetes.pod.uid': `00000000-0000-0000-0000-${String(at >> 2).padStart(12, '0')}`,
  },
  annotations: {
    'io.kubernetes.container.hash': (at * 7919).toString(16),
    'io.kubernetes.container.restartCount': String(at % 3),
    'io.kubernetes.container.terminationMessagePath': '/dev/termination-log',
    'io.kubernetes.container.terminationMessagePolicy': 'File',
    'io.kubernetes.pod.terminationGracePeriod': '30',
  },
}));
const answers = {
  Version: { version: '0.1.0', runtime_name: 'null', runtime_version: '1.0.0', runtime_api_version: 'v1' },
  ListContainers: { containers },
};

const methods = loadSync('src/cri/proto/v1.proto', { keepCase: true })['runtime.v1.RuntimeService'];
const definition = {};
const implementation = {};
for (const [name, answer] of Object.entries(answers)) {
  const bytes = methods[name].responseSerialize(answer);
  definition[name] = { ...methods[name], responseSerialize: () => bytes };
  implementation[name] = (_call, callback) => callback(null, answer);
}
const server = new Server({ 'grpc.max_send_message_length': 16 * 1024 * 1024 });
server.addService(definition, implementation);
server.bindAsync(process.argv[2], ServerCredentials.createInsecure(), (error) => {
  if (error) throw error;
  process.send('listening');
});
process.once('disconnect', () => process.exit());
