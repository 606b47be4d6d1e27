/** What happens between a plan and the day of the event. */
export function HowItWorks() {
  return (
    <section className="how-it-works" aria-labelledby="how-it-works">
      <h2 id="how-it-works" className="small">
        How it works
      </h2>
      <ol className="small muted">
        <li>Clients post what they plan, or book a professional from their profile. Both cost nothing.</li>
        <li>Professionals unlock a lead for a fixed price to get in touch. Only a few can unlock the same one.</li>
        <li>The price is agreed with the booking. Clients pay a deposit first and the balance before the event.</li>
        <li>Both see who changed what and when, what was paid, and which refund applies.</li>
      </ol>
    </section>
  );
}
