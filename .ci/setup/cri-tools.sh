# SPDX-License-Identifier: Apache-2.0

crictl_of_module() { # version
  local name=crictl-$1
  is_whole "$name" || cri_tools "$name" "$1" build_crictl
  record "$name" crictl "$1" "$cache/$name" ''
}

# Runs in parallel want the ginkgo it was written with beside it.
critest_of_module() { # version
  local name=critest-$1
  is_whole "$name" || cri_tools "$name" "$1" build_critest
  record "$name" critest "$1" "$cache/$name" ''
}

cri_tools() { # name, version, how
  local work
  begin "$1"
  work=$(work_of "$1")
  module_sources "sigs.k8s.io/cri-tools@v$2" "$work/cri-tools"
  CGO_ENABLED=0 "$3" "$work" "$(sed -n 's/^module //p' "$work/cri-tools/go.mod")/pkg/version.Version=v$2"
  finish "$1" "$2"
}

build_crictl() { # work, version for the linker
  go_in "$1/cri-tools" "$1/build.log" build -mod=readonly -trimpath -ldflags "-s -w -X $2" -o "$1/result/crictl" ./cmd/crictl
  works "$1/result/crictl" "${2##*=v}"
}

build_critest() {
  go_in "$1/cri-tools" "$1/build.log" test -mod=readonly -trimpath -c -ldflags "-s -w -X $2" -o "$1/result/critest" ./cmd/critest
  go_in "$1/cri-tools" "$1/ginkgo.log" build -mod=readonly -trimpath -o "$1/result/ginkgo" github.com/onsi/ginkgo/v2/ginkgo
  works "$1/result/critest" "${2##*=v}"
}
