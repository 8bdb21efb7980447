// SPDX-License-Identifier: Apache-2.0

/** No fonts, no images, nothing external. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: #fbfbfa; --raised: #ffffff; --line: #dedcd6; --text: #1d1f21; --quiet: #5d6167;
  --held: #1a6b3c; --violated: #b3201a; --undecided: #8a5a00; --unexercised: #5d6167; --unsupported: #4a5a8a;
  --violated-ground: #fdf1f0; --code: #f2f1ed; --focus: #1f5fbf;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #16181a; --raised: #1e2124; --line: #373b40; --text: #e6e5e1; --quiet: #a0a5ab;
    --held: #6fcf97; --violated: #ff8a80; --undecided: #f0b84a; --unexercised: #a0a5ab; --unsupported: #9fb0e8;
    --violated-ground: #2b1f1f; --code: #262a2e; --focus: #8ab4f8;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
main { max-width: 68rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .25rem; }
h2 { font-size: 1.15rem; margin: 2.25rem 0 .75rem; }
h3 { font-size: 1rem; margin: 0; }
p { margin: .25rem 0; }
a { color: var(--focus); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
code, pre, .id { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .875em; }
.quiet { color: var(--quiet); }
.banner { border-left: .4rem solid var(--quiet); background: var(--raised); padding: 1rem 1.25rem; margin: 1.25rem 0;
  border-radius: .25rem; font-size: 1.1rem; font-weight: 600; }
.banner.good { border-color: var(--held); } .banner.bad { border-color: var(--violated); }
.banner.unsure { border-color: var(--undecided); }
.held { color: var(--held); } .violated { color: var(--violated); } .undecided { color: var(--undecided); }
.unexercised { color: var(--unexercised); } .unsupported { color: var(--unsupported); }
.verdict { white-space: nowrap; font-weight: 600; }
.counts { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: .75rem; padding: 0; margin: 1rem 0; list-style: none; }
.counts li { background: var(--raised); border: 1px solid var(--line); border-radius: .4rem; padding: .6rem .85rem; }
.counts b { display: block; font-size: 1.6rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
dl.facts { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1.25rem; margin: .5rem 0; }
dl.facts dt { color: var(--quiet); } dl.facts dd { margin: 0; overflow-wrap: anywhere; }
@media (min-width: 52rem) { header dl.facts { grid-template-columns: max-content 1fr max-content 1fr; } }
.wrong { background: var(--raised); border: 1px solid var(--line); border-radius: .4rem; margin: .75rem 0; }
.wrong > summary { padding: .75rem 1rem; cursor: pointer; }
.wrong > summary .id { font-weight: 600; overflow-wrap: anywhere; }
.wrong > div { padding: 0 1rem 1rem; }
.wrong dl.facts { grid-template-columns: 7.5rem 1fr; gap: .4rem 1rem; }
summary .verdict, summary .badge, summary .id { vertical-align: middle; margin-right: .35rem; }
.badge { display: inline-block; border: 1px solid currentColor; border-radius: .25rem; padding: 0 .4rem; font-size: .75rem; font-weight: 600; }
pre { background: var(--code); border-radius: .3rem; padding: .6rem .8rem; margin: .4rem 0; overflow: auto; max-height: 24rem; white-space: pre-wrap; overflow-wrap: anywhere; }
details.call > summary { cursor: pointer; padding: .15rem 0; }
.filters { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; align-items: center; margin: .5rem 0 1rem; }
.filters label { display: inline-flex; gap: .4rem; align-items: center; }
.filters input[type=search] { font: inherit; color: inherit; background: var(--raised); border: 1px solid var(--line); border-radius: .3rem; padding: .25rem .6rem; min-width: 14rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; background: var(--raised); font-size: .9375rem; }
caption { text-align: left; font-weight: 600; padding: .5rem 0; background: var(--ground); }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem; border-top: 1px solid var(--line); }
thead th { color: var(--quiet); font-weight: 600; font-size: .8125rem; }
table.contracts { table-layout: fixed; margin-bottom: 1.25rem; }
table.contracts th:nth-child(1) { width: 9rem; } table.contracts th:nth-child(2) { width: 5.5rem; }
table.contracts td { overflow-wrap: anywhere; }
td.level { font-size: .8125rem; }
[hidden] { display: none !important; }
footer { margin-top: 3rem; color: var(--quiet); font-size: .875rem; }
@media (max-width: 40rem) {
  table.contracts, table.contracts tbody, table.contracts tr, table.contracts td { display: block; width: 100%; }
  table.contracts thead { display: none; }
  table.contracts td { border: 0; padding: .1rem .75rem; } table.contracts tr { border-top: 1px solid var(--line); padding: .4rem 0; }
  .wrong dl.facts { grid-template-columns: 1fr; gap: 0; } .wrong dl.facts dd { margin-bottom: .5rem; }
}
@media print {
  :root { --ground: #fff; --raised: #fff; --line: #bbb; --text: #000; --quiet: #444; --code: #f4f4f4; --violated-ground: #fff;
    --held: #1a6b3c; --violated: #b3201a; --undecided: #8a5a00; --unexercised: #444; --unsupported: #4a5a8a; }
  main { max-width: none; padding: 0; } .filters { display: none; } pre { max-height: none; }
  .wrong > summary, tr, dl.facts dd, .counts { break-inside: avoid; } body { font-size: 11pt; }
}
`;
