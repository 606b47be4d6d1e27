import type { RouteAccess } from '#platform/module';

export const access: RouteAccess = {
  matrix: `
POST /functions/v1/recommend-vendors      | -       | 200
`,
  bodies: { 'POST /functions/v1/recommend-vendors': { eventIdea: 'A photographer for a wedding in Austin, TX' } },
  fields: {},
};
