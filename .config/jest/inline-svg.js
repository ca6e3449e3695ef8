const React = require('react');
module.exports = {
  __esModule: true,
  default: (props) => React.createElement('svg', { 'data-src': props.src, 'aria-hidden': true }),
};
