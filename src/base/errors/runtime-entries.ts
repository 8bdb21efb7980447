// SPDX-License-Identifier: Apache-2.0
import { exitCode } from '../exit-code.js';
import type { ErrorEntry } from './entry.js';

const exit = exitCode.preflight;

export type RuntimeCode =
  | 'E-NOT-CRI'
  | 'E-CRI-DISABLED'
  | 'E-CRI-V1ALPHA2'
  | 'E-CRI-V1ONLY'
  | 'E-RUNTIME-NOTREADY'
  | 'E-CNI-NOTREADY'
  | 'E-HANDLER'
  | 'E-NOT-OURS'
  | 'E-REFUSED'
  | 'E-LISTS'
  | 'E-KUBELET';

/** What the runtime reports about itself. */
export const runtimeEntries: Readonly<Record<RuntimeCode, ErrorEntry>> = {
  'E-NOT-CRI': {
    title: 'A gRPC server, but not a CRI runtime',
    exit,
    seen: 'UNIMPLEMENTED for runtime.v1.RuntimeService/Version, and for v1alpha2',
    likely: 'the socket belongs to another service',
    fix: 'name the socket of the runtime: criprobe … -r /run/containerd/containerd.sock',
  },
  'E-CRI-DISABLED': {
    title: 'containerd runs without its CRI service',
    exit,
    seen: "UNIMPLEMENTED: unknown service runtime.v1.RuntimeService, while containerd's own Version service answers",
    likely:
      'disabled_plugins = ["cri"] in /etc/containerd/config.toml (the default of Docker\'s packages), or the plugin failed to load',
    fix: "sudo sed -i 's/^disabled_plugins.*/disabled_plugins = []/' /etc/containerd/config.toml && sudo systemctl restart containerd; else `ctr plugins ls | grep cri` says why it did not load",
  },
  'E-CRI-V1ALPHA2': {
    title: 'The runtime offers only CRI v1alpha2',
    exit,
    seen: 'UNIMPLEMENTED for runtime.v1.RuntimeService, an answer from runtime.v1alpha2.RuntimeService',
    likely: 'containerd before 1.6, or a CRI-O of that age; a kubelet from 1.26 on refuses it',
    fix: 'upgrade the runtime; `criprobe run` tests it all the same, where the messages of both versions agree',
  },
  'E-CRI-V1ONLY': {
    title: 'The chosen kubelet speaks only CRI v1alpha2',
    exit,
    seen: 'an answer from runtime.v1.RuntimeService, UNIMPLEMENTED for runtime.v1alpha2.RuntimeService',
    likely:
      'kubelets before 1.23 do not speak CRI v1, and runtimes such as containerd 2 no longer speak v1alpha2',
    fix: '--kubelet 1.23 or newer; or an older runtime: containerd before 2.0, CRI-O before 1.26',
  },
  'E-RUNTIME-NOTREADY': {
    title: 'The runtime reports that it is not ready',
    exit,
    seen: 'Status: condition RuntimeReady is false, with a reason and a message',
    likely: 'it is still starting, or see its message',
    fix: 'wait for it with --wait-ready 30s, or read its log: journalctl -u containerd -n 50',
  },
  'E-CNI-NOTREADY': {
    title: 'The pod network is not configured',
    exit,
    seen: 'Status: condition NetworkReady is false; or RunPodSandbox: failed to setup network for sandbox … cni plugin not initialized',
    likely: 'no configuration in /etc/cni/net.d, or its plugins are not in /opt/cni/bin or /usr/lib/cni',
    fix: 'printf \'%s\' \'{"cniVersion":"1.0.0","name":"pods","plugins":[{"type":"bridge","bridge":"cni0","isGateway":true,"ipam":{"type":"host-local","ranges":[[{"subnet":"10.85.0.0/16"}]]}}]}\' | sudo tee /etc/cni/net.d/10-pods.conflist',
  },
  'E-HANDLER': {
    title: 'The runtime has no such handler',
    exit: exitCode.usage,
    seen: 'the name is not among the runtime_handlers of Status; or RunPodSandbox: no runtime for "…" is configured',
    likely: 'a typo in --runtime-handler, or a handler that is not configured on this node',
    fix: 'leave --runtime-handler out, or configure the handler in the runtime',
  },
  'E-NOT-OURS': {
    title: "The runtime passes off someone else's object as ours",
    exit,
    seen: 'RunPodSandbox answers with an id whose PodSandboxStatus shows another pod, or one that was there before',
    likely: 'a bug in the runtime: it mixes up ids, or caches answers wrongly',
    fix: "nobody else's object was changed; record evidence with criprobe run, and report it to the maintainers of the runtime",
  },
  'E-REFUSED': {
    title: 'The runtime refuses a plain image or sandbox',
    exit,
    seen: 'PullImage, RunPodSandbox or RemovePodSandbox of a minimal pod, and the answer',
    likely: 'a bug or a setting of the runtime that criprobe does not recognise',
    fix: "read the runtime's log for that call; criprobe run judges it, with the evidence",
  },
  'E-LISTS': {
    title: 'Pods or containers on the runtime cannot be listed',
    exit,
    seen: 'ListPodSandbox or ListContainers, and its repeated refusal',
    likely: 'the runtime is broken or overloaded; a kubelet could not use it, either',
    fix: "read the runtime's log for these calls; criprobe changes nothing on a runtime whose other pods it cannot see",
  },
  'E-KUBELET': {
    title: 'A kubelet uses this runtime',
    exit,
    seen: 'a process called kubelet, k3s-server, k3s-agent or kubelite, or an answer on 127.0.0.1:10248/healthz',
    likely: 'the node is in service; a kubelet removes pods it does not know, ours included',
    fix: 'drain the node, then sudo systemctl stop kubelet (microk8s: sudo snap stop microk8s.daemon-kubelite; stopping k3s ends its containerd, too); or use --managed; or accept it with --allow-kubelet',
  },
};
