// SPDX-License-Identifier: Apache-2.0

/** Names are free for whoever can connect. */
const maxRepositories = 2000;

/** How often the manifests of a repository were asked for. */
export class ManifestCounts {
  private readonly counts = new Map<string, number>();

  note(url: string, repository: string): void {
    const before = this.of(repository);
    if (before !== undefined && url.includes('/manifests/')) this.counts.set(repository, before + 1);
  }

  /** Undefined: there are too many repositories to count this one. */
  of(repository: string): number | undefined {
    return this.counts.get(repository) ?? (this.counts.size < maxRepositories ? 0 : undefined);
  }
}
