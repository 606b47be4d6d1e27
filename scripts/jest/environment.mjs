import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

/**
 * Jest's environment for Node, with a normal global object. In Jest's own environment, Node looks up each global name
 * that code uses, such as `Array` or `Buffer`, in another object, which takes about twenty times as long: in tests and in
 * everything that they load.
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
