import type { ExportFormat, StaffBooking } from './contract.ts';

const columns = {
  id: ({ id }) => id,
  status: ({ status }) => status,
  payment: ({ payment }) => payment,
  disputed: ({ disputed }) => String(disputed),
  eventType: ({ eventType }) => eventType,
  eventDate: ({ eventDate }) => eventDate,
  lastDate: ({ lastDate }) => lastDate,
  totalAmount: ({ totalAmount }) => dollars(totalAmount),
  paidAmount: ({ paidAmount }) => dollars(paidAmount),
  refundedAmount: ({ refundedAmount }) => dollars(refundedAmount),
  refundDue: ({ refundDue }) => dollars(refundDue),
  createdAt: ({ createdAt }) => createdAt,
  clientId: ({ clientId }) => clientId,
  creatorId: ({ creator }) => creator.id,
  creatorName: ({ creator }) => creator.shortName,
} satisfies Record<string, (booking: StaffBooking) => string>;

export const dollars = (cents: number): string => (cents / 100).toFixed(2);

/**
 * A cell as RFC 4180 has it. Spreadsheets run a cell that begins like a formula, so it gets an apostrophe before it.
 */
const cell = (text: string): string => {
  const safe = /^[\s]*[=+\-@]|^[\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** A line of a CSV file. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;

/** The bookings as CSV, with amounts in dollars, page by page. */
async function* csvOf(pages: AsyncIterable<readonly StaffBooking[]>): AsyncGenerator<string> {
  yield csvLine(Object.keys(columns));
  for await (const page of pages)
    yield page.map((booking) => csvLine(Object.values(columns).map((read) => read(booking)))).join('');
}

/** The bookings as a JSON array, with amounts in cents, page by page. */
async function* jsonOf(pages: AsyncIterable<readonly StaffBooking[]>): AsyncGenerator<string> {
  yield '[';
  let separator = '';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield `${separator}\n${page.map((booking) => JSON.stringify(booking)).join(',\n')}`;
    separator = ',';
  }
  yield '\n]\n';
}

export const exported: Readonly<
  Record<
    ExportFormat,
    { type: string; textOf: (pages: AsyncIterable<readonly StaffBooking[]>) => AsyncIterable<string> }
  >
> = {
  csv: { type: 'text/csv; charset=utf-8', textOf: csvOf },
  json: { type: 'application/json; charset=utf-8', textOf: jsonOf },
};
