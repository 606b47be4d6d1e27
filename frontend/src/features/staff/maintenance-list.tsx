import type { MaintenanceEntry } from '#backoffice/contract';
import { dateAndTime } from '../../platform/dates.ts';
import { Panel } from '../../ui/panel.tsx';
import { outcomeOf, titleOf } from './projection-tasks.ts';

/** The latest tasks on projections: what was done, by whom, and what came of it. */
export function MaintenanceList({ entries }: { entries: readonly MaintenanceEntry[] }) {
  return (
    <Panel title="Tasks" text={entries.length === 0 ? 'No task was started here yet.' : undefined}>
      {entries.map((entry) => (
        <article key={entry.number} className="audit-entry">
          <h3>{titleOf(entry)}</h3>
          <p className="small muted">
            <time dateTime={entry.startedAt}>{dateAndTime(entry.startedAt)}</time> · started by {entry.startedBy.role}{' '}
            <span className="num audit-evidence">{entry.startedBy.id}</span>
          </p>
          <p>{outcomeOf(entry)}</p>
          {entry.tables
            .filter(({ keys }) => keys.length > 0)
            .map(({ name, keys, different }) => (
              <details key={name}>
                <summary>Rows of {name} that differ</summary>
                <ul className="num audit-evidence">
                  {keys.map((key) => (
                    <li key={key}>{key}</li>
                  ))}
                </ul>
                {different !== null && different > keys.length && (
                  <p className="small muted">And {(different - keys.length).toLocaleString('en-US')} more.</p>
                )}
              </details>
            ))}
        </article>
      ))}
    </Panel>
  );
}
