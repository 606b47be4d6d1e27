// Pages of creators over HTTP among 10,000 creators: lists with filters, and searches for words.
import { formatLoadResult, oneByOne, saturate, type Target, warmUp } from './http-load.ts';
import { withMarketplace } from './marketplace.ts';
import { printResult } from './statistics.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 5);
const requests = Number(process.env.BENCH_REQUESTS ?? 200);
/** The goal for the slowest of a hundred requests, in milliseconds. */
const goal = 25;

const measure = (kinds: Readonly<Record<string, readonly string[]>>, name: string): Promise<void> =>
  withMarketplace(async ({ product }) => {
    const slowest: number[] = [];
    const targetOf = (queries: readonly string[]): Target => ({
      urlOf: (n) => `${product.url}/api/v1/creators?${queries[n % queries.length]}`,
    });
    await warmUp(Object.values(kinds).map(targetOf), requests);
    for (const [kind, queries] of Object.entries(kinds)) {
      const result = await oneByOne(targetOf(queries), requests);
      slowest.push(result.p99);
      console.log(formatLoadResult(kind, result));
    }
    const all = targetOf(Object.values(kinds).flat());
    console.log(formatLoadResult('all of them, eight users', await saturate(all, seconds)));
    const worst = Math.max(...slowest);
    console.log(`Goal: p99 of each at most ${goal} ms, ${worst <= goal ? 'reached' : 'missed'}`);
    printResult(name, 1_000 / worst, 1_000 / goal);
  });

export const creators = (): Promise<void> =>
  measure(
    {
      newest: [''],
      'the lowest price first': ['sort=price'],
      'the most experienced first': ['sort=experience'],
      'the highest rated first': ['sort=rating'],
      'one service': ['service=photographer', 'service=dj'],
      'one place': ['location=Austin, TX', 'location=Leeds', 'city=Savannah', 'state=TX'],
      'price range': ['minPrice=30000&maxPrice=60000'],
      'free on a day': ['date=2027-06-19', 'date=2027-09-04'],
      'service, place, price and day': ['service=dj&location=Austin, TX&maxPrice=90000&date=2027-06-19'],
    },
    'creators',
  );

export const search = (): Promise<void> =>
  measure(
    {
      'a name': ['q=Kowalski', 'q=Nakamura', 'q=Zo%C3%AB', 'q=ramirez'],
      'a frequent word': ['q=weddings', 'q=documentary'],
      'three words': ['q=wedding photographer austin', 'q=dj vinyl portland'],
      'a name and a place': ['q=Hana Kowalski Leeds', 'q=Bruno Dubois Austin'],
      'a typing error': ['q=Kowalsky', 'q=Nakamuro', 'q=photografer', 'q=Savanah'],
      'nothing like it': ['q=xylophone', 'q=qqqqqq zzzzzz'],
      'eight words': ['q=quiet garden weddings dancing guests evenings lights cameras'],
      'words with filters': ['q=film wedding&service=photographer&location=Denver&maxPrice=90000&sort=price'],
    },
    'search',
  );
