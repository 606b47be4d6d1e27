import { Table } from 'antd';
import { money } from '../../platform/money.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonBlocks } from '../../ui/states.tsx';
import { useNegativeBalances } from './payouts-api.ts';

/** The professionals to whom more was paid out than they have earned; nothing if there are none. */
export function NegativeBalances() {
  return (
    <Loaded
      query={useNegativeBalances()}
      failure="The negative balances could not be loaded"
      skeleton={<SkeletonBlocks heights={[60]} />}
    >
      {({ items }) =>
        items.length === 0 ? null : (
          <Panel
            title="Negative balances"
            text="Money went back to clients after it was paid out. Later money settles it. These professionals cannot close their account."
          >
            <Table
              size="small"
              rowKey={({ professional }) => professional.id}
              pagination={false}
              scroll={{ x: 'max-content' }}
              dataSource={items}
              columns={[
                { title: 'Professional', render: (_, { professional }) => professional.shortName },
                { title: 'ID', render: (_, { professional }) => <code>{professional.id}</code> },
                { title: 'Owes', className: 'num', render: (_, { available }) => money(-available) },
              ]}
            />
          </Panel>
        )
      }
    </Loaded>
  );
}
