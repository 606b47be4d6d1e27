/** What the command line's own checks found, a line each; they must have looked at something. */
type Verdict<T> = (found: T) => readonly string[];
type Audit = { readonly ok: boolean; readonly events: number; readonly findings: readonly object[] };
type Model = { readonly name: string; readonly different: number; readonly failure?: string };
type Models = { readonly ok: boolean; readonly projections: readonly Model[] };

/** Of `festoon audit verify --json`. */
export const auditFaults: Verdict<Audit> = ({ ok, events, findings }) => [
  ...findings.map((finding) => JSON.stringify(finding)),
  ...(ok === (findings.length === 0) ? [] : [`the audit says ${ok ? 'ok' : 'not ok'}`]),
  ...(events > 0 ? [] : ['no event was looked at']),
];

/** Of `festoon projections verify --json`. */
export const readModelFaults: Verdict<Models> = ({ ok, projections }) => {
  const wrong = projections.filter(({ different, failure }) => different > 0 || failure !== undefined);
  return [
    ...wrong.map(({ name, different, failure }) => `${name}: ${failure ?? `${different} rows differ`}`),
    ...(ok === (wrong.length === 0) ? [] : [`verify says ${ok ? 'ok' : 'not ok'}`]),
    ...(projections.length > 0 ? [] : ['no read model was looked at']),
  ];
};

/** Of `festoon dlq list --json`. */
export const deadLetterFaults: Verdict<readonly object[]> = (letters) => letters.map((each) => JSON.stringify(each));
