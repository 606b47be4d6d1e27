import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

/**
 * Jest's environment for Node, with a global object of its own instead of an object whose properties Node looks up for
 * each access. Otherwise each use of a global name in a test and in everything that it loads takes about twenty times
 * as long: `Array`, `Buffer`, `process`.
 */
export default class extends TestEnvironment {
  constructor(config, context) {
    const { createContext } = vm;
    // The option cannot be passed through Jest's environment, which creates its context here.
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(config, context);
    } finally {
      vm.createContext = createContext;
    }
  }
}
