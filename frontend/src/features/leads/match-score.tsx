import { matchColor } from './match-color.ts';
import './match-score.css';

/** How well a lead fits the user. */
export function MatchScore({ score }: { score: number }) {
  return <span className={`match-score num small ${matchColor(score)}`}>{score}% match</span>;
}
