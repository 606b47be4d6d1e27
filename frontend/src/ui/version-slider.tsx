import { Button, Flex, Slider } from 'antd';
import { useState } from 'react';
import { dateAndTime } from '../platform/dates.ts';
import type { FieldTexts } from '../platform/field-texts.ts';
import { factsIn, type Version } from './version-facts.ts';
import './version-slider.css';

const nameOf = ({ title, at }: Version): string => `${title}, ${dateAndTime(at)}`;

type VersionSliderProps = { versions: readonly Version[]; texts: FieldTexts };

/** A slider over versions, and what the chosen one said. What it changed is marked. */
export function VersionSlider({ versions, texts }: VersionSliderProps) {
  // Undefined: the newest one, also when a newer version arrives.
  const [chosen, choose] = useState<number>();
  const last = versions.length - 1;
  const index = Math.min(chosen ?? last, last);
  const version = versions[index];
  if (!version) return null;
  return (
    <>
      {last > 0 && (
        <Slider
          min={0}
          max={last}
          value={index}
          onChange={choose}
          dots
          tooltip={{ open: false }}
          ariaLabelForHandle="Version"
          ariaValueTextFormatterForHandle={(value) => {
            const named = versions[value];
            return named ? nameOf(named) : '';
          }}
        />
      )}
      <Flex wrap justify="space-between" align="center" gap="4px 14px">
        <p aria-live="polite">
          <b>{version.title}</b>{' '}
          <span className="small muted num">
            <time dateTime={version.at}>{dateAndTime(version.at)}</time> · version {version.version} · position{' '}
            {version.position.toLocaleString('en-US')}
          </span>
        </p>
        <Button size="small" disabled={index === last} onClick={() => choose(undefined)}>
          Back to now
        </Button>
      </Flex>
      <dl className="version-facts">
        {factsIn(version, versions[index - 1], texts).map(({ name, label, value, before, changed }) => (
          <div key={name} className={changed ? 'changed' : ''}>
            <dt>{label}</dt>
            <dd>
              {before !== undefined && (
                <>
                  <del className="muted">{before}</del> →{' '}
                </>
              )}
              {changed ? <ins>{value}</ins> : value}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
