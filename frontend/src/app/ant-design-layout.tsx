import { useEffect } from 'react';
import { Outlet } from 'react-router-dom';
import { dataLoaded } from '../platform/data-loaded.ts';
import { AntDesign } from './ant-design.tsx';
import { loadNotices } from './load-notices.ts';

/** Surrounds the shells whose pages use Ant Design. */
export function AntDesignLayout() {
  // These pages change data: the first message must appear at once, even without a connection.
  useEffect(() => {
    dataLoaded()
      .then(loadNotices)
      .catch(() => undefined);
  }, []);
  return (
    <AntDesign>
      <Outlet />
    </AntDesign>
  );
}
