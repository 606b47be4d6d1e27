import { registered as client, startProvider } from '#identity/testing';
import { type Product, startProduct } from './product.suite.ts';

/** A running product that offers the OpenID provider Lanterna, and the accounts there. */
export type ProductWithProvider = Product & {
  readonly accountsAtProvider: Awaited<ReturnType<typeof startProvider>>['people'];
};

/** Starts the provider, and the product, which offers it. */
export const startProductWithProvider = async (): Promise<ProductWithProvider> => {
  const { issuer, people, open, stop } = await startProvider();
  const entry = { name: 'lanterna', issuer, clientId: client.id, clientSecret: client.secret };
  try {
    const product = await startProduct({ OIDC_PROVIDERS: JSON.stringify([entry]) });
    open(`${product.url}/auth/v1/callback`);
    const stopBoth = async () => {
      await product.stop();
      await stop();
    };
    return { ...product, accountsAtProvider: people, stop: stopBoth };
  } catch (error) {
    await stop();
    throw error;
  }
};
