import { Link } from 'react-router-dom';
import { blocksOf, type Inline } from './markdown-blocks.ts';

/** Text in the Markdown of {@link blocksOf}. */
export function Markdown({ text }: { text: string }) {
  return blocksOf(text).map((block, i) =>
    block.kind === 'list' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only added at the end
      <ul key={i} className="bullets">
        {block.items.map((item, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items are only added at the end
          <li key={place}>
            <Inlines inlines={item} />
          </li>
        ))}
      </ul>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only added at the end
      <p key={i}>
        <Inlines inlines={block.inlines} />
      </p>
    ),
  );
}

function Inlines({ inlines }: { inlines: readonly Inline[] }) {
  return inlines.map(({ text, strong, to }, i) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: texts are only added at the end
    if (strong) return <b key={i}>{text}</b>;
    if (to === undefined) return text;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: texts are only added at the end
      <Link key={i} className="link" to={to}>
        {text}
      </Link>
    );
  });
}
