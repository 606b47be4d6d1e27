import { ViewLeads } from '#leads';
import type { DemoCommands, Who } from './demo-commands.ts';
import { communityProfessionals } from './demo-community.ts';
import { instantInDays } from './demo-history.ts';

/** A lead of the demo, and when it was posted. */
export type DemoLead = { readonly id: string; readonly at: string };

/** The professionals who looked at leads, the most recent first: one every eight hours. */
const viewers: readonly Who[] = [
  'photographer',
  'dj',
  ...communityProfessionals.flatMap(([member], index) => (index % 3 === 0 ? [member] : [])),
];

/** Views of leads: each viewer saw about three in five of those that had been posted. */
export const loadDemoViews = async (demo: DemoCommands, leads: readonly DemoLead[]): Promise<void> => {
  for (const [index, viewer] of viewers.entries()) {
    const at = instantInDays(-0.1 - index / 3);
    // An arbitrary but repeatable choice.
    const seen = leads.filter((lead, number) => lead.at < at && (number * 7 + index * 3) % 5 < 3);
    if (seen.length > 0) await demo.send(viewer, 'views', new ViewLeads(seen.map(({ id }) => id)), at);
  }
};
