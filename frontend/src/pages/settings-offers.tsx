import { Link } from 'react-router-dom';
import { useOwnProfile } from '../features/catalog/api.ts';
import { OffersForms } from '../features/catalog/offers-forms.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Panel } from '../ui/panel.tsx';
import { SkeletonBlocks } from '../ui/states.tsx';

/** What a professional offers: service, location and packages. */
export function Offers() {
  return (
    <Loaded
      query={useOwnProfile()}
      failure="Your profile could not be loaded"
      skeleton={<SkeletonBlocks heights={[320, 320, 480]} />}
    >
      {(profile) =>
        profile.onboardingCompleted ? (
          <OffersForms profile={profile} />
        ) : (
          <Panel title="Services" text="Add your services, location and packages so clients can find you.">
            <Link className="button primary" to="/onboarding">
              Complete your profile
            </Link>
          </Panel>
        )
      }
    </Loaded>
  );
}
