import { Skeleton } from 'antd';
import { Loaded } from '../../ui/loaded.tsx';
import { useLeadMatch } from './list-api.ts';

/** The factors of a score, or why a lead is not among the matches. Computed from the profile as it is now. */
export function MatchExplanation({ leadId }: { leadId: string }) {
  return (
    <Loaded
      query={useLeadMatch(leadId)}
      failure="The explanation could not be loaded"
      skeleton={<Skeleton active paragraph={{ rows: 4 }} title={false} />}
    >
      {({ excluded, matchScore, factors }) =>
        excluded === null ? (
          <div className="small">
            <ul className="factors">
              {factors.map(({ name, points, maximum, text }) => (
                <li key={name}>
                  <b className="num">
                    {points} / {maximum}
                  </b>
                  <span>{text}</span>
                </li>
              ))}
            </ul>
            <p>
              <b className="num">{matchScore} of 100.</b>{' '}
              <span className="muted">Distances between cities: GeoNames.</span>
            </p>
          </div>
        ) : (
          <p className="small">{excluded}</p>
        )
      }
    </Loaded>
  );
}
