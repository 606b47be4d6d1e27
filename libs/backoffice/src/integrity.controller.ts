import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { StaffOnly } from '#identity';
import { Returns } from '#platform/http';
import { staffRoles } from './backoffice.access.ts';
import {
  type LogCheckpoints,
  logCheckpoints,
  type StaffIntegrity,
  type StartedLogVerification,
  staffIntegrity,
  startedLogVerification,
} from './contract.ts';
import { IntegrityQueries } from './integrity.queries.ts';
import { StartLogVerification } from './log-verification.commands.ts';

@Controller('api/v1/staff/integrity')
export class IntegrityController {
  constructor(
    private readonly integrity: IntegrityQueries,
    private readonly commands: CommandBus,
  ) {}

  @StaffOnly(...staffRoles['GET /api/v1/staff/integrity'])
  @Get()
  @Returns(staffIntegrity)
  summary(): Promise<StaffIntegrity> {
    return this.integrity.summary();
  }

  @StaffOnly(...staffRoles['GET /api/v1/staff/integrity/checkpoints'])
  @Get('checkpoints')
  @Returns(logCheckpoints)
  checkpoints(): LogCheckpoints {
    return this.integrity.files();
  }

  @StaffOnly(...staffRoles['POST /api/v1/staff/integrity/verifications'])
  @Post('verifications')
  @HttpCode(200)
  @Returns(startedLogVerification)
  async verify(): Promise<StartedLogVerification> {
    return { number: await this.commands.execute(new StartLogVerification()) };
  }
}
