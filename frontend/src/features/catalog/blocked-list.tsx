import { Button, Flex, Input } from 'antd';
import { Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { shortDate, today } from '../../platform/dates.ts';
import { type BlockedPeriod, inOrder } from './blocked-periods.ts';

type BlockedListProps = {
  blocked: readonly BlockedPeriod[];
  onChange: (blocked: readonly BlockedPeriod[]) => void;
};

/** The blocked periods from today on, and a form to add one with a reason. */
export function BlockedList({ blocked, onChange }: BlockedListProps) {
  const coming = blocked.filter(({ to }) => to >= today());
  return (
    <div className="stack">
      <AddPeriod onAdd={(period) => onChange(inOrder([...blocked, period]))} />
      {coming.length === 0 ? (
        <p className="muted">No days are blocked.</p>
      ) : (
        <ul className="rows" aria-label="Blocked days">
          {coming.map((period) => (
            <li key={`${period.from} ${period.to} ${period.reason}`}>
              <Flex gap={12} align="center" justify="space-between">
                <span>
                  <b>{nameOf(period)}</b>
                  {period.reason && <span className="muted">{` · ${period.reason}`}</span>}
                </span>
                <Button
                  type="text"
                  icon={<Trash2 aria-hidden="true" />}
                  aria-label={`Unblock ${nameOf(period)}`}
                  onClick={() => onChange(blocked.filter((other) => other !== period))}
                />
              </Flex>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const nameOf = ({ from, to }: BlockedPeriod): string =>
  from === to ? shortDate(from) : `${shortDate(from)} – ${shortDate(to)}`;

const nothing = { from: '', to: '', reason: '' };

// Not a form element: it is inside the form of the settings, and its fields are not sent by themselves.
function AddPeriod({ onAdd }: { onAdd: (period: BlockedPeriod) => void }) {
  const [{ from, to, reason }, setPeriod] = useState(nothing);
  const id = useId();
  const last = to || from;
  const isWrong = from !== '' && last < from;
  const add = () => {
    onAdd({ from, to: last, reason: reason.trim() || null });
    setPeriod(nothing);
  };
  const set = (field: keyof typeof nothing) => (event: { target: { value: string } }) =>
    setPeriod((period) => ({ ...period, [field]: event.target.value }));
  return (
    <fieldset className="add-period" aria-label="Block a period">
      <div>
        <label htmlFor={`${id}-from`}>First day</label>
        <Input id={`${id}-from`} type="date" min={today()} value={from} onChange={set('from')} />
      </div>
      <div>
        <label htmlFor={`${id}-to`}>Last day</label>
        <Input
          id={`${id}-to`}
          type="date"
          min={from || today()}
          value={to}
          onChange={set('to')}
          status={isWrong ? 'error' : ''}
          aria-invalid={isWrong}
        />
      </div>
      <div className="add-period-reason">
        <label htmlFor={`${id}-reason`}>Reason, only for you</label>
        <Input id={`${id}-reason`} value={reason} maxLength={200} onChange={set('reason')} />
      </div>
      {isWrong && (
        <p className="add-period-reason small rose" role="alert">
          The last day must not be before the first
        </p>
      )}
      <Button disabled={from === '' || isWrong} onClick={add}>
        Block these days
      </Button>
    </fieldset>
  );
}
