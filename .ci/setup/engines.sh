# SPDX-License-Identifier: Apache-2.0
# Container engines, unpacked and not installed, so that no service, group, network or setting comes with them: specs start them by
# .ci/dockerd and .ci/podman. Where the machine has one already, its program does.

dockerd_of_distribution() { engine_of_distribution dockerd "$1" docker.io; }

podman_of_distribution() {
  packages libgpgme11 conmon:/usr/bin/conmon
  engine_of_distribution podman "$1" podman libsubid4
}

engine_of_distribution() { # program, version, the packages to unpack
  local name=$1-$2 program=$1 version=$2 there work each
  shift 2
  there=$(type -P "$program" || true)
  if [ -n "$there" ]; then
    record "$name" "$program" "$("$there" --version | sed -n 's/.*version \([0-9.]*[0-9]\).*/\1/p')" "${there%/*}" ''
    return
  fi
  if ! is_whole "$name"; then
    packages libdevmapper1.02.1
    begin "$name"
    work=$(work_of "$name")
    update_package_lists
    mkdir "$work/deb"
    (cd "$work/deb" && quietly "$work/deb.log" "downloading $*" \
      retry apt-get -q -o APT::Sandbox::User=root download "$@")
    for each in "$work"/deb/*.deb; do dpkg-deb -x "$each" "$work/unpacked"; done
    for each in "$work"/unpacked/usr/{bin,sbin}/* "$work"/unpacked/usr/lib/*/*.so*; do
      [ ! -e "$each" ] || mv "$each" "$work/result/"
    done
    LD_LIBRARY_PATH=$work/result works "$work/result/$program" "$version"
    finish "$name" "$version"
  fi
  record "$name" "$program" "$version" "$cache/$name" ''
}
