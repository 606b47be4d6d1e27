import { Briefcase, Cake, Gem, type LucideIcon, Mic, Music, Star, Tent, Trophy } from 'lucide-react';
import { IconTile } from '../../ui/icon-tile.tsx';

const icons: Readonly<Record<string, LucideIcon>> = {
  wedding: Gem,
  corporate: Briefcase,
  birthday: Cake,
  concert: Music,
  sports: Trophy,
  festival: Tent,
  conference: Mic,
};

/** The icon of an event type. */
export function EventIcon({ type }: { type: string }) {
  const Icon = icons[type] ?? Star;
  return (
    <IconTile>
      <Icon />
    </IconTile>
  );
}
