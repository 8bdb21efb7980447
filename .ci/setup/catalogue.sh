# SPDX-License-Identifier: Apache-2.0
# What can be set up: name, then the function that does it and its words.
# A module's hash is pinned here, because the checksum database does not answer for every version from everywhere.
pieces=(
  'containerd-1.6.20|containerd_of_distribution 1.6.20'
  'containerd-1.7.24|containerd_of_suite trixie 1.7.24'
  'containerd-2.1.9|containerd_of_suite sid 2.1.9'
  'containerd-2.4.2|containerd_of_module 2.4.2'
  'crio-1.34.0|crio_of_module 1.34.0'
  'crio-1.36.3|crio_of_module 1.36.3'
  'crictl-1.36.0|crictl_of_module 1.36.0'
  'crictl-1.30.0|crictl_of_module 1.30.0'
  'critest-1.36.0|critest_of_module 1.36.0'
  'dockerd-20.10.24|dockerd_of_distribution 20.10.24'
  'podman-4.3.1|podman_of_distribution 4.3.1'
)

declare -A hashes=(
  [github.com/containerd/containerd@v1.6.20]='h1:+itjwpdqXpzHB/QAiWc/BZCjjVfcNgw69w/oIeF4Oy0='
  [github.com/containerd/containerd@v1.7.24]='h1:zxszGrGjrra1yYJW/6rhm9cJ1ZQ8rkKBR48brqsa7nA='
  [github.com/containerd/containerd/v2@v2.1.9]='h1:lOQQ3qVEtauZCHKh8S2Xph5fGXFX2uZxMHmaslOZtW0='
  [github.com/containerd/containerd/v2@v2.4.2]='h1:p6Qg+xbEz8lvwdhHDx0U469xENvp4LgGBx+E7djXkGw='
  [github.com/cri-o/cri-o@v1.34.0]='h1:ux2URwAyENy5e5hD9Z95tshdfy98eqatZk0fxx3rhuk='
  [github.com/cri-o/cri-o@v1.36.3]='h1:7PaWWmxWct0eyl9GmCn/e7+iE/xPD4dTeY9m89nIS0Q='
  [sigs.k8s.io/cri-tools@v1.30.0]='h1:3BpgxSTgjfS+5u2OXwuAqUVo0BQM09u2JuArMMth9NE='
  [sigs.k8s.io/cri-tools@v1.36.0]='h1:Xt+LLvBVH1Fnp/AR2EyHApyWS/88y2KlWjlDc2HR+aw='
)

names_of_pieces() { printf '%s\n' "${pieces[@]%%|*}"; }

recipe_of() { # name
  local piece
  for piece in "${pieces[@]}"; do
    [ "${piece%%|*}" != "$1" ] || printf '%s\n' "${piece#*|}"
  done
}
