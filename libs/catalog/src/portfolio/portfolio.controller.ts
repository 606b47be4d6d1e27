import { Body, Controller, Delete, Get, Param, Patch, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Returns, ReturnsNothing } from '#platform/http';
import {
  type OwnPortfolio,
  ownPortfolio,
  type PictureOrder,
  type PictureTexts,
  pictureId,
  pictureOrder,
  pictureTexts,
} from './contract.ts';
import { DescribePortfolioPicture, OrderPortfolio, RemovePortfolioPicture } from './portfolio.commands.ts';
import { PortfolioQueries } from './portfolio.queries.ts';

/** The caller's own portfolio. Pictures are added by uploads with the purpose `portfolio`. */
@Controller('api/v1/profile/portfolio')
export class PortfolioController {
  constructor(
    private readonly commands: CommandBus,
    private readonly portfolios: PortfolioQueries,
  ) {}

  @Get()
  @Returns(ownPortfolio)
  mine(): Promise<OwnPortfolio> {
    return this.portfolios.mine();
  }

  @Put('order')
  @ReturnsNothing()
  async order(@Body({ schema: pictureOrder }) { pictureIds }: PictureOrder): Promise<void> {
    await this.commands.execute(new OrderPortfolio(pictureIds));
  }

  @Patch(':id')
  @ReturnsNothing()
  async describe(
    @Param('id', { schema: pictureId }) id: string,
    @Body({ schema: pictureTexts }) texts: PictureTexts,
  ): Promise<void> {
    await this.commands.execute(new DescribePortfolioPicture(id, texts));
  }

  @Delete(':id')
  @ReturnsNothing()
  async remove(@Param('id', { schema: pictureId }) id: string): Promise<void> {
    await this.commands.execute(new RemovePortfolioPicture(id));
  }
}
