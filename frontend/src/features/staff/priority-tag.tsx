import { Tag } from 'antd';

/** Marks what a person on the Pro plan wrote, because the plan contains priority support. */
export const priorityTag = (
  <span>
    <Tag color="warning">Pro: priority</Tag>
  </span>
);
