import { Controller, Get, Header } from '@nestjs/common';
import { StaffOnly } from '#identity';
import { ReturnsText } from '#platform/http';
import { Metrics, metricsContentType } from '#platform/metrics';
import { staffRoles } from './backoffice.access.ts';

@Controller('metrics')
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  /** What this process measures, and the lag of projections and queues. A Prometheus reads the same at METRICS_PORT. */
  @StaffOnly(...staffRoles['GET /metrics'])
  @Get()
  @Header('Content-Type', metricsContentType)
  @Header('Cache-Control', 'no-store')
  @ReturnsText('text/plain')
  read(): Promise<string> {
    return this.metrics.text();
  }
}
