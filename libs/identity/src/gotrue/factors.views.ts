import { renderSVG } from 'uqr';
import { seconds } from '../clock/index.ts';
import { base32, type EnrolledFactor, type IssuedChallenge, totpUri } from '../factors/index.ts';

/** GoTrue's responses about second factors. */
export const enrolledView = ({ id, kind, name, secret }: EnrolledFactor, issuer: string, account: string) => ({
  id,
  type: kind,
  friendly_name: name,
  ...(secret && { totp: totpView(secret, issuer, account) }),
});

const totpView = (secret: Buffer, issuer: string, account: string) => {
  const uri = totpUri(secret, issuer, account);
  // Clients append the image unescaped to `data:image/svg+xml;utf-8,`, so it must not contain # or %.
  const qr_code = renderSVG(uri, { ecc: 'M', border: 4, pixelSize: 4, whiteColor: 'white', blackColor: 'black' });
  return { qr_code, secret: base32(secret), uri };
};

export const challengeView = ({ id, kind, expiresAt, options, creates }: IssuedChallenge) => ({
  id,
  type: kind,
  expires_at: seconds(expiresAt),
  ...(options && {
    webauthn: { type: creates ? 'create' : 'request', credential_options: { publicKey: options } },
  }),
});
