export function Terms() {
  return <p>Terms</p>;
}
export function Privacy() {
  return <p>Privacy</p>;
}
export function Cookies() {
  return <p>Cookies</p>;
}
export function About() {
  return <p>About</p>;
}
export function Contact() {
  return <p>Contact</p>;
}
export function Careers() {
  return <p>Careers</p>;
}
