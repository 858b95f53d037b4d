export default {
  title: 'Around',
  inventory: 'Inventory',
  soon: 'This page is being made.',
};
