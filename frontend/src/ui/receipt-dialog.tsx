import { useQuery } from '@tanstack/react-query';
import { Button, Flex, Modal, Timeline } from 'antd';
import { dateAndTime } from '../platform/dates.ts';
import { api } from '../platform/http.ts';
import { saveJson } from '../platform/save-json.ts';
import { countedText, titleCase } from '../platform/text.ts';
import { Loaded } from './loaded.tsx';
import { SkeletonBlocks } from './states.tsx';

type ReceiptEvent = {
  readonly position: string;
  readonly version: number;
  readonly at: string;
  readonly title: string;
  readonly status: string;
  readonly by: string;
  readonly note: string | null;
};
type Receipt = {
  readonly subject: string;
  readonly holder: { readonly part: string };
  readonly events: readonly ReceiptEvent[];
};

/** What each event led to, by its version. */
type ReceiptResults = {
  readonly items: readonly {
    readonly version: number;
    readonly results: readonly { readonly title: string; readonly count: number }[];
  }[];
};

/**
 * Where a receipt is read: below `path` (itself below `/api/v1`) are `receipt` and `results`. `queryKey` is the key of the
 * receipt.
 */
export type ReceiptSource = { readonly path: string; readonly queryKey: readonly string[] };

type ReceiptDialogProps = ReceiptSource & {
  title: string;
  open: boolean;
  onClose: () => void;
};

/** What the parts of a receipt are called: `by the client`. */
const partNames: Readonly<Record<string, string>> = {
  client: 'the client',
  professional: 'the professional',
  staff: 'Festoon staff',
  system: 'Festoon',
};

/** What happened, for one of the people whom it concerns, with the signed file that proves it. */
export function ReceiptDialog({ path, queryKey, title, open, onClose }: ReceiptDialogProps) {
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<Receipt>(`${path}/receipt`, undefined, signal),
    enabled: open,
    // Each opening shows what has happened until then.
    gcTime: 0,
  });
  const results = useQuery({
    queryKey: [...queryKey, 'results'],
    queryFn: ({ signal }) => api.get<ReceiptResults>(`${path}/results`, undefined, signal),
    enabled: open && query.isSuccess,
    gcTime: 0,
  });
  const ledTo = new Map(results.data?.items.map(({ version, results: found }) => [version, countedText(found)]));
  const receipt = query.data;
  const footer = (
    <Button
      type="primary"
      disabled={!receipt}
      onClick={() => receipt && saveJson(receipt, `festoon-${receipt.subject}.json`)}
    >
      Download signed receipt
    </Button>
  );
  return (
    <Modal title={title} open={open} onCancel={onClose} footer={footer} destroyOnHidden>
      <div className="stack">
        <p className="muted">
          The receipt is this history as a signed file. It proves what happened and when, without personal data of
          others.
        </p>
        <Loaded
          query={query}
          failure="The history could not be loaded"
          skeleton={<SkeletonBlocks heights={[48, 48]} />}
        >
          {({ events, holder }) => (
            <Timeline
              items={events.toReversed().map((event) => ({
                key: event.position,
                color: 'var(--glow)',
                content: (
                  <Entry
                    event={event}
                    names={{ ...partNames, [holder.part]: 'you' }}
                    ledTo={ledTo.get(event.version)}
                  />
                ),
              }))}
            />
          )}
        </Loaded>
      </div>
    </Modal>
  );
}

type EntryProps = { event: ReceiptEvent; names: Readonly<Record<string, string>>; ledTo: string | undefined };

function Entry({ event: { title, by, status, note, at }, names, ledTo }: EntryProps) {
  return (
    <Flex wrap justify="space-between" gap="0 14px">
      <div>
        <b>{title}</b> by {names[by] ?? by}
        {note && <p className="small muted">{note}</p>}
        {ledTo && <p className="small muted">Led to: {ledTo}</p>}
      </div>
      <span className="small muted num">
        {titleCase(status)} · <time dateTime={at}>{dateAndTime(at)}</time>
      </span>
    </Flex>
  );
}
