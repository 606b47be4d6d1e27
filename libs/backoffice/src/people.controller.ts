import { Body, Controller, Get, Header, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  ChangeUserRole,
  GrantStaffRole,
  ReinstateUser,
  RemoveLostFactors,
  RevokeStaffRole,
  StaffOnly,
  SuspendUser,
} from '#identity';
import { userId } from '#identity/contract';
import { type StaffReason, staffReason } from '#leads/contract';
import { Returns, ReturnsNothing } from '#platform/http';
import { Costly } from '#platform/rate-limits';
import { staffRoles } from './backoffice.access.ts';
import {
  type FoundPeople,
  foundPeople,
  type PeopleSearch,
  type PersonalValues,
  type PersonReveal,
  peopleSearch,
  personalValues,
  personReveal,
  type StaffPerson,
  type StaffPersonAction,
  type StaffRoleChange,
  staffPerson,
  staffPersonAction,
  staffRoleChange,
  type UserRoleChange,
  userRoleChange,
} from './contract.ts';
import { RevealPerson } from './people.commands.ts';
import { PeopleQueries } from './people.queries.ts';

const commandOf = {
  suspend: SuspendUser,
  reinstate: ReinstateUser,
  'reset-factors': RemoveLostFactors,
} as const satisfies Record<StaffPersonAction, unknown>;

@Controller('api/v1/staff/people')
export class PeopleController {
  constructor(
    private readonly people: PeopleQueries,
    private readonly commands: CommandBus,
  ) {}

  /** A read whose filter is personal data, so that it is in no address. */
  @StaffOnly(...staffRoles['POST /api/v1/staff/people/search'])
  @Post('search')
  @HttpCode(200)
  @Returns(foundPeople)
  search(@Body({ schema: peopleSearch }) { text }: PeopleSearch): Promise<FoundPeople> {
    return this.people.search(text);
  }

  @StaffOnly(...staffRoles['GET /api/v1/staff/people/{id}'])
  @Get(':id')
  @Returns(staffPerson)
  byId(@Param('id', { schema: userId }) id: string): Promise<StaffPerson> {
    return this.people.byId(id);
  }

  @StaffOnly(...staffRoles['POST /api/v1/staff/people/{id}/reveal'])
  @Costly({ name: 'api.reveal-person', times: 30, seconds: 3600 })
  @Post(':id/reveal')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @Returns(personalValues)
  reveal(
    @Param('id', { schema: userId }) id: string,
    @Body({ schema: personReveal }) { fields, reason }: PersonReveal,
  ): Promise<PersonalValues> {
    return this.commands.execute(new RevealPerson(id, fields, reason));
  }

  @StaffOnly(...staffRoles['POST /api/v1/staff/people/{id}/staff-roles'])
  @Post(':id/staff-roles')
  @ReturnsNothing()
  changeStaffRole(
    @Param('id', { schema: userId }) id: string,
    @Body({ schema: staffRoleChange }) { role, held, reason }: StaffRoleChange,
  ): Promise<void> {
    return this.commands.execute(new (held ? GrantStaffRole : RevokeStaffRole)(id, role, reason));
  }

  @StaffOnly(...staffRoles['POST /api/v1/staff/people/{id}/role'])
  @Post(':id/role')
  @ReturnsNothing()
  changeRole(
    @Param('id', { schema: userId }) id: string,
    @Body({ schema: userRoleChange }) { role, reason }: UserRoleChange,
  ): Promise<void> {
    return this.commands.execute(new ChangeUserRole(id, role, reason));
  }

  @StaffOnly(...staffRoles['POST /api/v1/staff/people/{id}/{action}'])
  @Post(':id/:action')
  @ReturnsNothing()
  async act(
    @Param('id', { schema: userId }) id: string,
    @Param('action', { schema: staffPersonAction }) action: StaffPersonAction,
    @Body({ schema: staffReason }) { reason }: StaffReason,
  ): Promise<void> {
    await this.commands.execute(new commandOf[action](id, reason));
  }
}
