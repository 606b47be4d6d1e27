import { Component, type ReactNode, Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { CodeUnavailable } from '../platform/code-loading.ts';
import { Loader } from '../ui/festoon.tsx';
import { ErrorState } from '../ui/states.tsx';
import { resetFailedLoads } from './lazy-component.tsx';

type BoundaryProps = { path: string; children: ReactNode };
type BoundaryState = { path: string; error?: unknown };

/**
 * Shows what went wrong instead of an empty page, until another page is opened. Tries again once the browser is online.
 */
class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { path: this.props.path };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { error };
  }

  static getDerivedStateFromProps({ path }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return path === state.path ? null : { path, error: undefined };
  }

  override componentDidMount() {
    addEventListener('online', this.retryOnline);
  }

  // The connection can be restored before the failure is shown. No `online` event follows then, so the check is made
  // here.
  override componentDidCatch(error: unknown) {
    if (error instanceof CodeUnavailable && !error.requested && navigator.onLine) this.retry();
  }

  override componentDidUpdate(_: BoundaryProps, { error }: BoundaryState) {
    if (error !== undefined && this.state.error === undefined) resetFailedLoads();
  }

  override componentWillUnmount() {
    removeEventListener('online', this.retryOnline);
    if (this.state.error !== undefined) resetFailedLoads();
  }

  // Only a reload lets the browser import a module again that failed. Offline it would show the browser's own error
  // page.
  private readonly retry = () => {
    const { error } = this.state;
    if (navigator.onLine && !(error instanceof CodeUnavailable && !error.requested)) return location.reload();
    resetFailedLoads();
    this.setState({ error: undefined });
  };

  private readonly retryOnline = () => {
    if (this.state.error instanceof CodeUnavailable) this.retry();
  };

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <main id="content" className="wrap" tabIndex={-1}>
        <ErrorState
          what="This page could not be loaded"
          error={error instanceof CodeUnavailable ? error : undefined}
          onRetry={this.retry}
        />
      </main>
    );
  }
}

/** The page at the current address: `fallback` until its code is there, and a message if it fails. */
export function PageBoundary({ fallback = <Loader /> }: { fallback?: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary path={pathname}>
      <Suspense fallback={fallback}>
        <Outlet />
      </Suspense>
    </ErrorBoundary>
  );
}
