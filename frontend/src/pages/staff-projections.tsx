import { useStaffProjections } from '../features/staff/api.ts';
import { LeftoverTables } from '../features/staff/leftover-tables.tsx';
import { MaintenanceList } from '../features/staff/maintenance-list.tsx';
import { isTaskRunning } from '../features/staff/projection-tasks.ts';
import { ProjectionsTable } from '../features/staff/projections-table.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Panel } from '../ui/panel.tsx';
import { SkeletonBlocks } from '../ui/states.tsx';
import { StaffPage } from './staff-page.tsx';

/** The read tables and how far they are, for operators. */
export function StaffProjections() {
  return (
    <StaffPage
      title="Projections"
      lead="How far each read table is. Workers verify and rebuild them while the site stays in use."
      path="/staff/projections"
      refusal="Only staff can see the projections."
    >
      <Content />
    </StaffPage>
  );
}

function Content() {
  const query = useStaffProjections();
  return (
    <Loaded query={query} failure="The projections could not be loaded" skeleton={<SkeletonBlocks heights={[500]} />}>
      {(projections) => (
        <div className="stack staff-list">
          <Panel title="Projections">
            <ProjectionsTable {...projections} readAt={query.dataUpdatedAt} />
          </Panel>
          <LeftoverTables leftovers={projections.leftovers} disabled={isTaskRunning(projections.maintenance)} />
          <MaintenanceList entries={projections.maintenance} />
        </div>
      )}
    </Loaded>
  );
}
