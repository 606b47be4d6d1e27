import { Button, Dropdown } from 'antd';

type ActionMenuProps<Action extends string> = {
  items: readonly { readonly key: Action; readonly label: string; readonly danger: boolean }[];
  onChoose: (action: Action) => void;
};

/** A button with the actions that are possible. */
export function ActionMenu<Action extends string>({ items, onChoose }: ActionMenuProps<Action>) {
  return (
    <Dropdown
      trigger={['click']}
      disabled={items.length === 0}
      menu={{ items: [...items], onClick: ({ key }) => onChoose(key as Action) }}
    >
      <Button aria-haspopup="menu">{items.length === 0 ? 'No actions possible' : 'Actions'}</Button>
    </Dropdown>
  );
}
