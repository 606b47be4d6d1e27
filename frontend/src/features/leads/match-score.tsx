import './match-score.css';

/** Green at 80 and above, yellow at 60 and above, orange below. */
export const matchColor = (score: number): 'green' | 'yellow' | 'orange' => {
  if (score >= 80) return 'green';
  return score >= 60 ? 'yellow' : 'orange';
};

/** How well a lead fits the user. */
export function MatchScore({ score }: { score: number }) {
  return <span className={`match-score num small ${matchColor(score)}`}>{score}% match</span>;
}
