export { Metrics, metricsContentType } from './metrics.ts';
export { MetricsPortTaken, type MetricsServer, serveMetrics } from './metrics-server.ts';
