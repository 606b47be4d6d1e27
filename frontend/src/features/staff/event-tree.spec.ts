import { expect, test } from '@jest/globals';
import type { TimelineEntry } from '#backoffice/contract';
import { staffFieldTexts } from '../../pages/staff-field-texts.ts';
import { type EventNode, treeOf as treeWith } from './event-tree.ts';

const treeOf = (entries: readonly TimelineEntry[]) => treeWith(entries, staffFieldTexts);
const entry = (id: string, causation: string, actor: TimelineEntry['actor'], details: TimelineEntry['details'] = []) =>
  ({
    id,
    causation,
    actor,
    details,
    changes: [] as TimelineEntry['changes'],
    title: id,
    at: '2026-05-01T10:00:00.000Z',
    source: 'web',
    onBehalfOf: null,
    stream: id,
  }) as TimelineEntry;
const client = { id: 'ann', kind: 'user', role: 'client' } as const;
const job = (id: string) => ({ id, kind: 'worker', role: 'reaction' }) as const;
const refunded = { name: 'amount', value: '2500', masked: false };
const entries = [
  entry('cancelled', 'request-1', client),
  entry('day released', 'request-1', client),
  entry('refund due', 'cancelled', job('bookings.record-refund'), [refunded]),
  entry('refunded', 'refund due', job('payments.refund-charge'), [refunded]),
  entry('client notified', 'cancelled', job('bookings.notify-cancelled')),
  entry('professional notified', 'cancelled', job('bookings.notify-cancelled')),
];

/** `[title, [children]]` */
const outline = ({ title, children }: EventNode): unknown => [title, children.map(outline)];

test('shows which job of which event led to what', () =>
  expect(treeOf(entries).map(outline)).toEqual([
    [
      'Request',
      [
        [
          'cancelled',
          [
            ['bookings.record-refund', [['refund due', [['payments.refund-charge', [['refunded', []]]]]]]],
            [
              'bookings.notify-cancelled',
              [
                ['client notified', []],
                ['professional notified', []],
              ],
            ],
          ],
        ],
        ['day released', []],
      ],
    ],
  ]));

test('says who sent the request, and how much was refunded', () => {
  const [request] = treeOf(entries);
  expect(request?.note).toBe('by client ann · web');
  const notes = (node: EventNode): readonly string[] => [node.note, ...node.children.flatMap(notes)];
  expect(request && notes(request).filter((note) => note.endsWith(' · $25.00'))).toHaveLength(2);
});

test('an event whose cause is not shown stands under a request', () =>
  expect(treeOf(entries.slice(4)).map(outline)).toEqual([
    [
      'Request',
      [
        ['client notified', []],
        ['professional notified', []],
      ],
    ],
  ]));
