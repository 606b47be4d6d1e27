// The product with 10,000 creators and 100,000 leads, for benchmarks of the lists. The rows are written to the read
// tables directly: writing the events that they follow from would take an hour.
import { Client } from 'pg';
import { type Product, withProduct } from './product.ts';
import { withPostgres } from './setup.ts';

const creators = Number(process.env.BENCH_CREATORS ?? 10_000);
const leads = Number(process.env.BENCH_LEADS ?? 100_000);
const clients = 1_000;

const firstNames =
  'Ana,Bruno,Chloé,Dorian,Elif,Farah,Gustavo,Hana,Imogen,Jonas,Keiko,Luca,Marcus,Nadia,Oscar,Priya,Quentin,Rosa,Søren,Tessa,Umar,Vera,Wanda,Xenia,Yara,Zoë';
const lastNames =
  'Archer,Becker,Castillo,Dubois,Eriksen,Fontaine,García,Hughes,Ivanova,Jansen,Kowalski,Lindqvist,Moreau,Nakamura,Okafor,Petrov,Quinn,Ramírez,Schneider,Tanaka,Underwood,Vargas,Whitfield,Young,Zimmermann';
const cities =
  'Austin/TX,Dallas/TX,Houston/TX,San Antonio/TX,Portland/OR,Eugene/OR,Seattle/WA,Spokane/WA,Denver/CO,Boulder/CO,Chicago/IL,Springfield/IL,Brooklyn/NY,Albany/NY,Buffalo/NY,Boston/MA,Salem/MA,Miami/FL,Orlando/FL,Tampa/FL,Atlanta/GA,Savannah/GA,Nashville/TN,Memphis/TN,San Francisco/CA,San Diego/CA,Oakland/CA,Fresno/CA,Phoenix/AZ,Tucson/AZ,Montreal/Quebec,Quebec City/Quebec,Toronto/Ontario,Ottawa/Ontario,Vancouver/British Columbia,London/Greater London,Leeds/West Yorkshire,Bristol/Bristol,Kingston/Kingston,Montego Bay/Saint James';
const words =
  'quiet,garden,weddings,dancing,guests,evenings,lights,cameras,patience,portraits,families,stories,music,vinyl,speeches,flowers,paper,letters,mountains,lakes,harbours,barns,rooftops,candles,laughter,rain,morning,studio,film,colour,drone,documentary,editorial,vintage,modern,rustic,elegant,relaxed,playful,timeless';
const listOf = (text: string): string => `string_to_array('${text}', ',')`;
/** An item of the list, chosen by a hash of the number. Different seeds give independent choices for one row. */
const oneOf = (text: string, number: string, seed: number): string =>
  `(${listOf(text)})[1 + abs(hashint8((${number})::bigint * 31 + ${seed})) % ${text.split(',').length}]`;
/** This many words, chosen for each row. */
const textOf = (number: string, seed: number, count: number): string =>
  Array.from({ length: count }, (_, at) => oneOf(words, number, seed + at)).join(` || ' ' || `);

const personId = (number: string): string => `('00000000-0000-4000-8000-' || lpad((${number})::text, 12, '0'))`;
const leadId = (number: string): string => `('lead-00000000-0000-4000-8000-' || lpad((${number})::text, 12, '0'))`;

const statements = (): readonly string[] => {
  const each = `from generate_series(1, ${creators}) as n`;
  const id = personId('n');
  const users = (from: string, role: string) => {
    const [first, last] = [oneOf(firstNames, 'n', 1), oneOf(lastNames, 'n', 2)];
    return `insert into read.users_v1 (id, email, display_name, search_name, first_name, last_name, phone, role, staff_roles, email_verified, created_at)
      select ${id}, n || '@bench.example', ${first} || ' ' || ${last}, unaccent(lower(${first} || ' ' || ${last})), ${first}, ${last}, '+1 512 555 0100', '${role}', '[]', true, now() - n * interval '1 minute' ${from}`;
  };
  const [city, state] = [
    `split_part(${oneOf(cities, 'n', 3)}, '/', 1)`,
    `split_part(${oneOf(cities, 'n', 3)}, '/', 2)`,
  ];
  return [
    users(each, 'creator'),
    users(`from generate_series(${creators + 1}, ${creators + clients}) as n`, 'client'),
    `insert into read.creator_profiles_v3 (id, bio, cancellation_policy, package_order, listed_at, rating_count, rating_total)
     select ${id}, ${textOf('n', 10, 25)}, 'standard', '[]', now() - n * interval '1 minute', n % 30, (n % 30) * (1 + n % 5) ${each}`,
    `insert into read.creator_services_v1 (id, creator_id, service_type, specialties, years_experience)
     select ${id}, ${id}, (array['photographer','videographer','dj','design'])[1 + n % 4],
       (array['["Weddings","Portraits"]','["Corporate","Birthday"]','["Weddings"]','["Events"]'])[1 + n % 4]::jsonb, n % 25 ${each}`,
    `insert into read.creator_locations_v1 (id, creator_id, city, state, is_primary, travel_radius, search_place)
     select ${id}, ${id}, ${city}, ${state}, true, 50, unaccent(lower(${city} || E'\\n' || ${state})) ${each}`,
    `insert into read.creator_packages_v2 (id, creator_id, name, description, price, duration_hours, deliverables, is_active, is_draft)
     select ${id} || '/' || p, ${id}, ${textOf('n * 3 + p', 60, 2)}, ${textOf('n * 3 + p', 70, 12)}, 20000 * p + (n % 500) * 700, 8, '[]', true, false ${each}, generate_series(1, 3) as p`,
    `insert into read.creator_listings_v3 (id, listed_at, offers, service_types, search_places, search_text, lowest_price, years_experience, rating_score)
     select profile.id, profile.listed_at, '{}', jsonb_build_array(service.service_type), place.search_place, (select string_agg(distinct word, ' ') from regexp_split_to_table(unaccent(lower(concat_ws(E'\\n', profile.bio, service.service_type, service.specialties::text,
       place.city, place.state, (select string_agg(name || E'\\n' || description, E'\\n') from read.creator_packages_v2 where creator_id = profile.id)))), '\\s+') as word),
       (select min(price) from read.creator_packages_v2 where creator_id = profile.id), service.years_experience,
       case when profile.rating_count = 0 then 0 else round(1000.0 * (profile.rating_total + 20) / (profile.rating_count + 5)) end
     from read.creator_profiles_v3 profile join read.creator_services_v1 service on service.creator_id = profile.id
       join read.creator_locations_v1 place on place.creator_id = profile.id`,
    `insert into read.availabilities_v2 (id, weekdays, capacity, notice_days, feed, busy)
     select ${id}, '[1,2,3,4,5,6,7]', 1, 0, 0, '[]' ${each} where n % 2 = 0`,
    `insert into read.leads_v1 (id, client_id, event_type, event_name, event_date, description, location_city, location_state, search_place,
       budget_min, budget_max, duration_days, services_needed, status, lead_price, expires_at, created_at, buyers)
     select ${leadId('n')}, ${personId(`${creators + 1} + n % ${clients}`)}, (array['wedding','birthday','corporate','concert','festival'])[1 + n % 5],
       ${textOf('n', 90, 2)}, current_date + 30 + n % 700, ${textOf('n', 100, 30)}, ${city}, ${state}, unaccent(lower(${city} || E'\\n' || ${state})),
       50000 + (n % 40) * 10000, 150000 + (n % 60) * 20000, 1, '["photographer"]',
       case when n % 10 = 0 then 'booked' else 'active' end, 2500, now() + interval '60 days', now() - n * interval '20 seconds', 0
     from generate_series(1, ${leads}) as n`,
    'analyze',
  ];
};

/** The running product, its database, the access token of a creator, and a way to get those of further sessions. */
export type Marketplace = {
  readonly product: Product;
  readonly databaseUrl: string;
  readonly creatorToken: string;
  readonly signInCreator: () => Promise<string>;
};

const credentials = { email: 'bo@bench.example', password: 'Sunflower-7-grows' };
const data = { first_name: 'Bo', last_name: 'Bench', role: 'creator', phone: '+1 512 555 0101' };

/** Signs up or signs in. */
const openSession = async (url: string, body: object): Promise<{ id: string; token: string }> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { access_token: token, user } = (await response.json()) as { access_token: string; user: { id: string } };
  return { token, id: user.id };
};

/**
 * Runs the work on the built product, filled with the rows above. API and worker are processes of their own. A fifth of
 * the active leads have a score for the creator whose token the work gets.
 */
export const withMarketplace = (work: (marketplace: Marketplace) => Promise<void>): Promise<void> =>
  withPostgres((databaseUrl) => {
    const measure = async (product: Product) => {
      const { id, token } = await openSession(`${product.url}/auth/v1/signup`, { ...credentials, data });
      const signInCreator = async () =>
        (await openSession(`${product.url}/auth/v1/token?grant_type=password`, credentials)).token;
      const raw = new Client({ connectionString: databaseUrl });
      await raw.connect();
      for (const statement of statements()) await raw.query(statement);
      await raw.query(
        `insert into matching.scores (creator_id, lead_id, score, posted_at, factors, version, read_at)
         select $1, id, abs(hashtext(id)) % 100, created_at, '[{"name":"service","points":30,"maximum":30,"text":"Photographer"}]', 1, now()
         from read.leads_v1 where status = 'active' and abs(hashtext(id)) % 5 = 0`,
        [id],
      );
      await raw.query('vacuum analyze');
      await raw.end();
      console.log(`${creators} creators, ${leads} leads`);
      await work({ product, databaseUrl, creatorToken: token, signInCreator });
    };
    return withProduct(databaseUrl, measure, {}, 'separate');
  });
