# SPDX-License-Identifier: Apache-2.0

# Unpacked and not installed, so that no service, group or network comes with it: specs start a daemon of their own
# (.ci/dockerd). Where the machine has one already, its program does.
dockerd_of_distribution() { # version
  local name=dockerd-$1 program work
  program=$(type -P dockerd || true)
  if [ -n "$program" ]; then
    record "$name" dockerd "$("$program" --version | sed -n 's/.*version \([0-9.]*[0-9]\).*/\1/p')" "${program%/*}" ''
    return
  fi
  if ! is_whole "$name"; then
    packages libdevmapper1.02.1
    begin "$name"
    work=$(work_of "$name")
    update_package_lists
    mkdir "$work/deb"
    (cd "$work/deb" && quietly "$work/deb.log" 'downloading docker.io' \
      retry apt-get -q -o APT::Sandbox::User=root download docker.io)
    dpkg-deb -x "$work"/deb/docker.io_*.deb "$work/unpacked"
    mv "$work"/unpacked/usr/{sbin/dockerd,sbin/docker-proxy,bin/docker} "$work/result/"
    works "$work/result/dockerd" "$1"
    finish "$name" "$1"
  fi
  record "$name" dockerd "$1" "$cache/$name" ''
}
