import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { StaffOnly } from '#identity';
import { Returns } from '#platform/http';
import { staffRoles } from './backoffice.access.ts';
import {
  type FailedJob,
  type FailedJobChange,
  type FailedJobDiscard,
  failedJob,
  failedJobChange,
  failedJobDiscard,
  type MaintenanceRequest,
  maintenanceRequest,
  type PendingJobsFilter,
  type PendingJobsPage,
  pendingJobsFilter,
  pendingJobsPage,
  type StaffJobs,
  type StaffProjections,
  type StartedMaintenance,
  staffJobs,
  staffProjections,
  startedMaintenance,
} from './contract.ts';
import { DiscardFailedJob, RetryFailedJob } from './failed-jobs.commands.ts';
import { StartMaintenance } from './maintenance.commands.ts';
import { OperationQueries } from './operation.queries.ts';

@Controller('api/v1/staff')
export class OperationController {
  constructor(
    private readonly operation: OperationQueries,
    private readonly commands: CommandBus,
  ) {}

  @StaffOnly(...staffRoles['GET /api/v1/staff/projections'])
  @Get('projections')
  @Returns(staffProjections)
  projections(): Promise<StaffProjections> {
    return this.operation.ofProjections();
  }

  @StaffOnly(...staffRoles['POST /api/v1/staff/projections/maintenance'])
  @Post('projections/maintenance')
  @HttpCode(200)
  @Returns(startedMaintenance)
  async startMaintenance(
    @Body({ schema: maintenanceRequest }) request: MaintenanceRequest,
  ): Promise<StartedMaintenance> {
    return { number: await this.commands.execute(new StartMaintenance(request)) };
  }

  @StaffOnly(...staffRoles['GET /api/v1/staff/jobs'])
  @Get('jobs')
  @Returns(staffJobs)
  jobs(): Promise<StaffJobs> {
    return this.operation.ofJobs();
  }

  @StaffOnly(...staffRoles['GET /api/v1/staff/jobs/pending'])
  @Get('jobs/pending')
  @Returns(pendingJobsPage)
  pendingJobs(@Query({ schema: pendingJobsFilter }) filter: PendingJobsFilter): Promise<PendingJobsPage> {
    return this.operation.pendingJobs(filter);
  }

  @StaffOnly(...staffRoles['POST /api/v1/staff/jobs/retry'])
  @Post('jobs/retry')
  @HttpCode(200)
  @Returns(failedJobChange)
  async retry(@Body({ schema: failedJob }) job: FailedJob): Promise<FailedJobChange> {
    return { changed: await this.commands.execute(new RetryFailedJob(job)) };
  }

  @StaffOnly(...staffRoles['POST /api/v1/staff/jobs/discard'])
  @Post('jobs/discard')
  @HttpCode(200)
  @Returns(failedJobChange)
  async discard(@Body({ schema: failedJobDiscard }) { reason, ...job }: FailedJobDiscard): Promise<FailedJobChange> {
    return { changed: await this.commands.execute(new DiscardFailedJob(job, reason)) };
  }
}
