# SPDX-License-Identifier: Apache-2.0

# Debian 12 has this version itself. Elsewhere, and for a version the suite has left behind, it is built.
containerd_of_distribution() { # version
  if is_debian_12; then
    packages containerd
    local has
    has=$(containerd --version | awk '{ sub(/~.*/, "", $3); print $3 }')
    if [ "$has" = "$1" ]; then
      record "containerd-$1" containerd "$1" /usr/bin containerd
      return
    fi
    say "containerd-$1: the distribution has $has, building $1"
  fi
  containerd_of_module "$1"
}

# A suite's own runc does not run on Debian 12, its containerd does.
containerd_of_suite() { # suite, version
  local name=containerd-$2 work has
  if is_whole "$name" || ! is_debian_12; then
    containerd_of_module "$2"
    return
  fi
  prepare_suite "$1"
  has=$(version_in_suite "$1" containerd)
  if [ "$has" != "$2" ]; then
    say "$name: suite $1 has $has, building $2"
    containerd_of_module "$2"
    return
  fi
  begin "$name"
  work=$(work_of "$name")
  unpack_from_suite "$1" containerd "$work/deb"
  mv "$work"/deb/unpacked/usr/bin/* "$work/deb/package.sha256" "$work/result/"
  works "$work/result/containerd" "$2"
  finish "$name" "$2"
  record "$name" containerd "$2" "$cache/$name" "containerd@$cache/$name"
}

containerd_of_module() { # version
  local name=containerd-$1 work module=github.com/containerd/containerd commands
  if ! is_whole "$name"; then
    [ "${1%%.*}" = 1 ] || module=$module/v2
    commands=(./cmd/containerd ./cmd/containerd-shim-runc-v2 ./cmd/ctr)
    begin "$name"
    work=$(work_of "$name")
    module_sources "$module@v$1" "$work/containerd"
    CGO_ENABLED=0 go_in "$work/containerd" "$work/build.log" build -mod=readonly -trimpath \
      -tags no_btrfs,no_devmapper,no_zfs -ldflags "-s -w -X $module/version.Version=$1" \
      -o "$work/result/" "${commands[@]}"
    works "$work/result/containerd" "$1"
    finish "$name" "$1"
  fi
  record "$name" containerd "$1" "$cache/$name" "containerd@$cache/$name"
}

works() { # program, version it has to name
  local said
  said=$("$1" --version 2>&1) || true
  [[ $said == *"$2"* ]] || die "$1 does not say that it is $2: ${said%%$'\n'*}"
}
