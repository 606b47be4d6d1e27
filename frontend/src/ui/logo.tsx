/** Three lit bulbs on a wire, and the name. */
export function Logo() {
  return (
    <>
      <svg width="30" height="26" viewBox="0 0 30 26" aria-hidden="true">
        <path d="M1 4 Q15 22 29 4" fill="none" stroke="var(--wire)" strokeWidth="1.8" />
        <circle cx="8" cy="13.5" r="3.6" fill="var(--glow)" />
        <circle cx="15" cy="17" r="4.4" fill="var(--glow)" />
        <circle cx="22" cy="13.5" r="3.6" fill="var(--glow)" />
      </svg>
      Festoon
    </>
  );
}
