/** Turns the JSON output of a `festoon` command into a list of faults, one line each; empty if all is well. */
type Check<T> = (found: T) => readonly string[];
type Audit = { readonly ok: boolean; readonly events: number; readonly findings: readonly object[] };
type Model = { readonly name: string; readonly different: number; readonly failure?: string };
type Models = { readonly ok: boolean; readonly projections: readonly Model[] };

/** The faults that `festoon audit verify --json` found. Checking no events is a fault, too. */
export const auditFaults: Check<Audit> = ({ ok, events, findings }) => [
  ...findings.map((finding) => JSON.stringify(finding)),
  ...(ok === (findings.length === 0) ? [] : [`the audit reports ${ok ? 'ok' : 'not ok'}`]),
  ...(events > 0 ? [] : ['no event was checked']),
];

/** The faults that `festoon projections verify --json` found. Checking no read tables is a fault, too. */
export const readModelFaults: Check<Models> = ({ ok, projections }) => {
  const differing = projections.filter(({ different, failure }) => different > 0 || failure !== undefined);
  return [
    ...differing.map(({ name, different, failure }) => `${name}: ${failure ?? `${different} rows differ`}`),
    ...(ok === (differing.length === 0) ? [] : [`verify reports ${ok ? 'ok' : 'not ok'}`]),
    ...(projections.length > 0 ? [] : ['no read table was checked']),
  ];
};

/** The dead letters that `festoon dlq list --json` lists. */
export const deadLetterFaults: Check<readonly object[]> = (letters) => letters.map((each) => JSON.stringify(each));
