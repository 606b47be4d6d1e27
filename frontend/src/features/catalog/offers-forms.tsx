import { Button, Checkbox, Flex, Form } from 'antd';
import { type CreatorProfile, locationStep, serviceChange } from '#catalog/contract';
import { toInput } from '../../platform/form-rules.ts';
import { Panel } from '../../ui/panel.tsx';
import { useSaveLocation, useSavePackages, useSaveService } from './api.ts';
import { LocationStep } from './location-step.tsx';
import {
  blankPackage,
  locationStart,
  packagesChangeOf,
  packagesRules,
  packagesStart,
  serviceStart,
} from './onboarding.ts';
import { PackageFields, RemovePackage } from './package-fields.tsx';
import { ProfilePartForm } from './profile-part-form.tsx';
import { ServiceFields } from './services-step.tsx';
import './onboarding.css';

type Values = Record<string, unknown>;
const serviceOf = (values: Values) => serviceChange.parse(toInput(serviceChange, values));
const locationOf = (values: Values) => locationStep.parse(toInput(locationStep, values));

/** What a professional offers, each part with a form of its own. */
export function OffersForms({ profile }: { profile: CreatorProfile }) {
  return (
    <div className="stack">
      <Panel title="Service" text="What you do, and who you do it for.">
        <ProfilePartForm name="service" saved={serviceStart(profile)} toChange={serviceOf} saving={useSaveService()}>
          <ServiceFields />
        </ProfilePartForm>
      </Panel>
      <Panel title="Location" text="Where you’re based and how far you travel.">
        <ProfilePartForm
          name="location"
          saved={locationStart(profile)}
          toChange={locationOf}
          saving={useSaveLocation()}
        >
          <LocationStep />
        </ProfilePartForm>
      </Panel>
      <PackagesForm profile={profile} />
    </div>
  );
}

function PackagesForm({ profile }: { profile: CreatorProfile }) {
  return (
    <Panel
      title="Packages"
      text="Clients see them in this order. Changes apply to new bookings; existing bookings keep what was agreed."
    >
      <ProfilePartForm
        name="packages"
        saved={packagesStart(profile)}
        toChange={(values) => packagesChangeOf(profile, values)}
        saving={useSavePackages()}
      >
        <PackageList />
      </ProfilePartForm>
    </Panel>
  );
}

function PackageList() {
  return (
    <Form.List name="packages">
      {(packages, { add, remove, move }) => (
        <div className="stack packages">
          {packages.map(({ key, name }) => (
            <PackageFields
              key={key}
              place={name}
              rules={packagesRules}
              actions={
                <Flex gap={4}>
                  <MoveButton place={name} to={name - 1} last={packages.length - 1} move={move} />
                  <MoveButton place={name} to={name + 1} last={packages.length - 1} move={move} />
                  {packages.length > 1 && <RemovePackage place={name} onRemove={() => remove(name)} />}
                </Flex>
              }
            >
              <Form.Item name={[name, 'isDraft']} valuePropName="checked" noStyle>
                <Checkbox>Draft: only you see it</Checkbox>
              </Form.Item>
            </PackageFields>
          ))}
          <Button type="dashed" onClick={() => add({ ...blankPackage, isDraft: false })}>
            Add another package
          </Button>
        </div>
      )}
    </Form.List>
  );
}

type MoveButtonProps = { place: number; to: number; last: number; move: (from: number, to: number) => void };

function MoveButton({ place, to, last, move }: MoveButtonProps) {
  const direction = to < place ? 'up' : 'down';
  return (
    <Button
      type="text"
      disabled={to < 0 || to > last}
      onClick={() => move(place, to)}
      aria-label={`Move package ${place + 1} ${direction}`}
    >
      {direction === 'up' ? '↑' : '↓'}
    </Button>
  );
}
