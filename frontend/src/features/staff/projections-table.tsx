import { Table } from 'antd';
import type { StaffProjections } from '#backoffice/contract';
import { dateAndTime } from '../../platform/dates.ts';

type Projection = StaffProjections['items'][number];

const stateOf = ({ failure, failedAt, pausedAt, rebuild, keptSince }: Projection): string =>
  [
    failure && `Stopped at event ${failedAt}: ${failure}`,
    pausedAt && `Paused since ${dateAndTime(pausedAt)}`,
    rebuild && `Rebuilding, ${Math.floor(rebuild.done * 100)} %, by ${rebuild.by}`,
    keptSince && `Can be rolled back, replaced ${dateAndTime(keptSince)}`,
  ]
    .filter(Boolean)
    .join('. ') || 'Running';

const lagOf = ({ behind, age }: Projection): string =>
  behind === 0 ? 'Caught up' : `${behind.toLocaleString('en-US')} events, ${Math.ceil(age / 1_000)} s`;

/** How far each projection is. The end of its name is the version. */
export function ProjectionsTable({ items }: StaffProjections) {
  return (
    <Table<Projection>
      size="small"
      rowKey="name"
      pagination={false}
      scroll={{ x: 'max-content' }}
      dataSource={items}
      columns={[
        { title: 'Projection', render: (_, { name }) => name.replace(/_v\d+$/, '') },
        { title: 'Version', align: 'right', className: 'num', render: (_, { name }) => /\d+$/.exec(name)?.[0] },
        { title: 'Position', dataIndex: 'position', align: 'right', className: 'num' },
        { title: 'Lag', render: (_, projection) => lagOf(projection) },
        { title: 'State', render: (_, projection) => stateOf(projection) },
        { title: 'Projected by', render: (_, { holder }) => holder ?? 'No process' },
      ]}
    />
  );
}
