# SPDX-License-Identifier: Apache-2.0
# crio and pinns from CRI-O's module; conmon, runc and crun are the distribution's.
crio_tags='containers_image_ostree_stub containers_image_openpgp exclude_graphdriver_btrfs btrfs_noversion
  exclude_graphdriver_devicemapper seccomp apparmor'

crio_of_module() { # version
  local name=crio-$1 work
  packages conmon:/usr/bin/conmon
  if ! is_whole "$name"; then
    packages gcc libc6-dev pkg-config libseccomp-dev libgpgme-dev libassuan-dev libbtrfs-dev
    begin "$name"
    work=$(work_of "$name")
    module_sources "github.com/cri-o/cri-o@v$1" "$work/cri-o"
    (cd "$work/cri-o" && quietly "$work/pinns.log" 'compiling pinns' \
      gcc -O2 "-DVERSION=\"$1\"" -o "$work/result/pinns" pinns/src/*.c)
    CGO_ENABLED=1 go_in "$work/cri-o" "$work/build.log" build -mod=readonly -trimpath \
      -tags "$(echo $crio_tags)" -ldflags '-s -w' -o "$work/result/crio" ./cmd/crio
    works "$work/result/crio" "$1"
    finish "$name" "$1"
  fi
  record "$name" crio "$1" "$cache/$name" "crio@$cache/$name"
}
