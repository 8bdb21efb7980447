// SPDX-License-Identifier: Apache-2.0
import type { Contract } from '../../contract.js';
import { holds, judgeEach } from '../../judging/judging.js';

export const runtimeVersionSemver: Contract = {
  id: 'runtime.version.semver',
  level: 'must',
  since: '0.1.0',
  title: 'The versions in a Version answer are numbers separated by dots',
  reference: {
    source: 'CRI v1, VersionResponse; kubelet, node status (kuberuntime_manager.go, Version)',
    says: 'they are compatible with semantic versioning; a leading v and a suffix are read over',
  },
  consequence: 'The node status shows Unknown, and nobody sees which nodes need an update.',
  covers: ['VER-004', 'R1'],
  check: (evidence) =>
    judgeEach(evidence.answered('Version'), 'the version was not read', (call) => {
      const { runtime_version: release = '', runtime_api_version: api = '' } = call.outcome.response;
      return holds([call], isVersion(release) && isVersion(api), {
        expected: 'runtime_version and runtime_api_version like 1.2.3 or v1',
        actual: JSON.stringify({ runtime_version: release, runtime_api_version: api }),
      });
    }),
};

/** As k8s.io/apimachinery/pkg/util/version reads it. */
const isVersion = (text: string): boolean => /^\s*v?\d+(\.\d+)*([-+~a-z].*)?$/.test(text);
