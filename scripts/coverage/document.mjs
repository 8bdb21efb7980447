// SPDX-License-Identifier: Apache-2.0
// docs/coverage.md. Nothing in it depends on the run that was measured: no counts of answers, no times, no ids.
import { format, resolveConfig } from 'prettier';

const maxNamed = 3;

export async function renderCoverage({ rows, totals }, { unjudged, requests }, file) {
  const parts = [
    heading(totals),
    rpcTable(rows),
    unjudgedTable(unjudged),
    requestTable(requests.open),
    findersTable(rows),
  ];
  const text = parts.join('\n\n');
  return format(text, { ...(await resolveConfig(file)), filepath: file });
}

function heading(totals) {
  const {
    rpcsCalled,
    rpcsJudged,
    fieldsFilled,
    judgedBoth,
    percentBoth,
    requestFieldsSent,
    requestFieldsVaried,
    requestFieldsUnexplained,
  } = totals;
  return `# Coverage

\`npm run coverage -- --write\` writes this page. It records a run of every scenario on the reference runtime, makes one
field of one RPC wrong in every answer, and judges the recording again. A field is judged if a contract is violated then
that was not violated before, both when the field is **dropped** and when it is **altered** (another enum value, an hour
later, another address, one item of a list missing). A field that the reference runtime never fills is not in here.

- RPCs called: ${rpcsCalled}; judged in any way: ${rpcsJudged}
- response fields filled: ${fieldsFilled}; judged: ${judgedBoth} (${percentBoth} %)
- request fields sent: ${requestFieldsSent}; with at least two values: ${requestFieldsVaried}; with fewer and no reason:
  ${requestFieldsUnexplained}`;
}

function rpcTable(rows) {
  const lines = rows.map(({ rpc, called, responseFields, fields, refused, unimplemented, requests }) => {
    const judged = (mode) => fields.filter((field) => field[mode].length > 0).length;
    const cells = [responseFields, fields.length, judged('dropped'), judged('altered')];
    const refusals = [refused.length, unimplemented.length];
    const asked = [requests.length, countOf(requests, 'sent'), countOf(requests, 'varied')];
    return `| ${called ? rpc : `${rpc} (not called)`} | ${[...cells, ...refusals, ...asked].join(' | ')} |`;
  });
  return `## RPC by RPC

_Refused_ and _unimplemented_: how many contracts are violated when every call is refused with UNKNOWN or UNIMPLEMENTED.
The last three columns count fields of the request: all, sent, and sent with at least two values. Those of Windows and of
\`sandbox_config\` count in none but the first.

| RPC | fields | filled | dropped | altered | refused | unimplemented | request | sent | two values |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${lines.join('\n')}`;
}

/** With a column for reasons if there is one. */
function unjudgedTable(unjudged) {
  const open = unjudged.filter(({ why }) => why === undefined).length;
  const hasReasons = open < unjudged.length;
  const columns = ['RPC', 'field', 'wrong how', ...(hasReasons ? ['why no contract finds it'] : [])];
  const lines = unjudged.map(({ rpc, path, mode, why = 'not explained yet' }) =>
    line([rpc, `\`${path}\``, mode, ...(hasReasons ? [why] : [])]),
  );
  const table = [line(columns), line(columns.map(() => '---')), ...lines].join('\n');
  const explained = hasReasons ? `${open} of them are not explained yet` : 'none is explained yet';
  return `## Filled and not judged

${unjudged.length === 0 ? 'Nothing.' : `${unjudged.length} fields and modes are not judged; ${explained}.\n\n${table}`}`;
}

const line = (cells) => `| ${cells.join(' | ')} |`;

const countOf = (requests, what) => requests.filter((field) => field[what]).length;

function requestTable(open) {
  const explained = open.filter(({ why }) => why !== undefined);
  const missing = open.filter(({ why }) => why === undefined);
  const named = ({ rpc, path, ...field }) => [rpc, `\`${path}\``, timesText(field)];
  return `## Request fields with fewer than two values

Of the RPCs that are called, without what is for Windows. A field without a value of its own is sent with the zero of its
type, which is a value, whenever its message is: _only zero_ is what has no other. The \`sandbox_config\` of CreateContainer and
PullImage is the \`config\` of RunPodSandbox again, and is counted there.

${missing.length === 0 ? 'Every other field is sent with at least two.' : tableOf(['RPC', 'field', 'sent with'], missing.map(named))}

These have a reason, with the Go function of Kubernetes (in \`pkg/kubelet\` unless it says otherwise), or our file, that shows it:

${tableOf(
  ['RPC', 'field', 'sent with', 'why', 'shown by'],
  explained.map((field) => [...named(field), field.why, field.source]),
)}`;
}

function timesText({ sent, filled }) {
  if (!sent) return 'never';
  return filled ? 'one value' : 'only zero';
}

function tableOf(columns, rows) {
  return [columns, columns.map(() => '---'), ...rows].map(line).join('\n');
}

function findersTable(rows) {
  const lines = rows.flatMap(({ rpc, fields }) =>
    fields
      .filter(({ dropped, altered }) => dropped.length + altered.length > 0)
      .map(
        ({ path, dropped, altered }) => `| ${rpc} | \`${path}\` | ${named(dropped)} | ${named(altered)} |`,
      ),
  );
  return `## Who finds what

| RPC | field | dropped | altered |
| --- | --- | --- | --- |
${lines.join('\n')}`;
}

function named(ids) {
  if (ids.length === 0) return '–';
  const more = ids.length > maxNamed ? `, ${ids.length - maxNamed} more` : '';
  return `${ids.slice(0, maxNamed).join(', ')}${more}`;
}
