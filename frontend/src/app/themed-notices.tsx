import { Notices, type NoticesProps } from '../ui/notices.tsx';
import { AntDesign } from './ant-design.tsx';

/** Messages are shown on all pages, also on those without Ant Design. */
export function ThemedNotices(props: NoticesProps) {
  return (
    <AntDesign>
      <Notices {...props} />
    </AntDesign>
  );
}
