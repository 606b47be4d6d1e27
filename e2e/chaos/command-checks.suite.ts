/** The findings of the command line's own checks, one line each. A check that examined no data counts as a finding. */
type Check<T> = (found: T) => readonly string[];
type Audit = { readonly ok: boolean; readonly events: number; readonly findings: readonly object[] };
type Model = { readonly name: string; readonly different: number; readonly failure?: string };
type Models = { readonly ok: boolean; readonly projections: readonly Model[] };

/** The findings of `festoon audit verify --json`. */
export const auditFaults: Check<Audit> = ({ ok, events, findings }) => [
  ...findings.map((finding) => JSON.stringify(finding)),
  ...(ok === (findings.length === 0) ? [] : [`the audit reports ${ok ? 'ok' : 'not ok'}`]),
  ...(events > 0 ? [] : ['no event was checked']),
];

/** The findings of `festoon projections verify --json`. */
export const readModelFaults: Check<Models> = ({ ok, projections }) => {
  const differing = projections.filter(({ different, failure }) => different > 0 || failure !== undefined);
  return [
    ...differing.map(({ name, different, failure }) => `${name}: ${failure ?? `${different} rows differ`}`),
    ...(ok === (differing.length === 0) ? [] : [`verify reports ${ok ? 'ok' : 'not ok'}`]),
    ...(projections.length > 0 ? [] : ['no read table was checked']),
  ];
};

/** The findings of `festoon dlq list --json`. */
export const deadLetterFaults: Check<readonly object[]> = (letters) => letters.map((each) => JSON.stringify(each));
